import type { Locale } from '@app/contracts';
import { Injectable } from '@nestjs/common';
import { ShowStatement } from '../../quota/index.js';
import { AccountExporters, Profile, UserDirectory, type AccountSection } from '../../users/index.js';

/** A text of an archive, made while it is written. */
export interface ArchiveText {
  name: string;
  pieces: AsyncIterable<string>;
}

interface AskedAccount {
  userId: string;
  at: string;
  locale: Locale;
}

/** What an account holds beside its images: `account.json` and `statement.csv`. */
@Injectable()
export class ExportAccount {
  constructor(
    private readonly directory: UserDirectory,
    private readonly profile: Profile,
    private readonly exporters: AccountExporters,
    private readonly statement: ShowStatement,
  ) {}

  /** Reads the head of each file before it returns, so that an early failure is an error answer. */
  async texts({ userId, at, locale }: AskedAccount): Promise<ArchiveText[]> {
    const head = {
      exported_at: at,
      profile: await this.directory.find(userId),
      preferences: await this.profile.preferences(userId),
    };
    const sections = this.exporters.inOrder().map(([name, read]) => ({ name, pages: read(userId) }));
    return [
      { name: 'account.json', pieces: accountJson(head, sections) },
      { name: 'statement.csv', pieces: await this.statement.file(userId, {}, locale) },
    ];
  }
}

interface Section {
  name: AccountSection;
  pages: AsyncIterable<object[]>;
}

async function* accountJson(head: object, sections: Section[]): AsyncGenerator<string, void> {
  yield JSON.stringify(head, null, 2).slice(0, -'\n}'.length);
  for (const { name, pages } of sections) {
    yield `,\n  "${name}": [`;
    let isFirst = true;
    for await (const page of pages) {
      if (page.length === 0) continue;
      yield (isFirst ? '\n' : ',\n') + page.map((item) => `    ${JSON.stringify(item)}`).join(',\n');
      isFirst = false;
    }
    yield isFirst ? ']' : '\n  ]';
  }
  yield '\n}\n';
}
