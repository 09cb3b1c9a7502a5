import { imageCalls, type CallAnswer, type CallInput } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { Endpoint, Input } from '../../../../platform/http/endpoint.js';
import { CurrentUser, type Principal } from '../../../../platform/http/principal.js';
import { ListPrompts } from './list-prompts.js';

@Controller()
export class PromptsController {
  constructor(private readonly prompts: ListPrompts) {}

  @Endpoint(imageCalls.prompts)
  list(
    @CurrentUser() { userId }: Principal,
    @Input() { query }: CallInput<typeof imageCalls.prompts>,
  ): Promise<CallAnswer<typeof imageCalls.prompts>> {
    return this.prompts.page(userId, query);
  }
}
