import { imageCalls, type CallInput } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint, Input } from '../../../../platform/http/endpoint.js';
import type { RawJson } from '../../../../platform/http/raw-json.js';
import { CurrentUser, type Principal } from '../../../../platform/http/principal.js';
import { ListPrompts } from './list-prompts.js';

@Controller()
export class PromptsController {
  constructor(private readonly prompts: ListPrompts) {}

  @Endpoint(imageCalls.prompts)
  list(
    @CurrentUser() { userId }: Principal,
    @Input() { query }: CallInput<typeof imageCalls.prompts>,
  ): Promise<RawJson> {
    return this.prompts.page(userId, query);
  }
}
