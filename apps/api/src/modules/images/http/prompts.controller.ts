import { imageCalls, type CallInput } from '@app/contracts';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Endpoint, Input } from '../../../platform/http/endpoint.js';
import type { JsonText } from '../../../platform/http/json-text.js';
import { CurrentUser, type Principal } from '../../../platform/http/principal.js';
import { listPrompts } from '../persistence/list-prompts.js';

@Controller()
export class PromptsController {
  constructor(private readonly dataSource: DataSource) {}

  @Endpoint(imageCalls.prompts)
  list(
    @CurrentUser() { userId }: Principal,
    @Input() { query }: CallInput<typeof imageCalls.prompts>,
  ): Promise<JsonText> {
    return listPrompts(this.dataSource, userId, query);
  }
}
