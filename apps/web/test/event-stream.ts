import type { ImageEventName, ImageEvents } from '@app/contracts';
import { HttpResponse } from 'msw';

/** The stream of image events as the API keeps it: open until the client leaves or the test ends it. */
export class EventStream {
  /** The position that each connection asked to continue from, oldest first. */
  readonly positions: (string | null)[] = [];
  private readonly connections = new Set<ReadableStreamDefaultController<Uint8Array>>();

  get isConnected(): boolean {
    return this.connections.size > 0;
  }

  readonly answer = ({ request }: { request: Request }): Response => {
    this.positions.push(request.headers.get('last-event-id'));
    let own: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        own = controller;
        this.connections.add(controller);
        controller.enqueue(new TextEncoder().encode(': connected\n\n'));
      },
      cancel: () => void this.connections.delete(own),
    });
    return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } });
  };

  send<N extends ImageEventName>(name: N, data: ImageEvents[N], id?: string): void {
    const lines = [`event: ${name}`, ...(id === undefined ? [] : [`id: ${id}`]), `data: ${JSON.stringify(data)}`];
    const bytes = new TextEncoder().encode(`${lines.join('\n')}\n\n`);
    this.connections.forEach((connection) => connection.enqueue(bytes));
  }

  /** Ends all connections, as a restart of the API does. */
  end(): void {
    const connections = [...this.connections];
    this.connections.clear();
    connections.forEach((connection) => connection.close());
  }

  reset(): void {
    this.end();
    this.positions.length = 0;
  }
}
