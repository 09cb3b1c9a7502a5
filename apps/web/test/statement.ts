import type { Statement, StatementLine } from '@app/contracts';

/** A line as the API answers it. */
export const line = (part: Partial<StatementLine> = {}): StatementLine => ({
  id: 1,
  at: '2026-11-05T23:30:00.000Z',
  kind: 'hold',
  credits: -3.5,
  amount: 3.5,
  balance: 6.5,
  picture: null,
  grant: null,
  ...part,
});

const image = {
  imageId: '7a1f0c1e-0000-4000-8000-00000000000a',
  generationId: '7a1f0c1e-0000-4000-8000-00000000000a',
  frameNumber: 147,
  prompt: 'A red fox in the snow',
  isDeleted: false,
  thumbnail: '/api/files/fox-96.webp?signed',
};

const deleted = {
  ...image,
  imageId: '7a1f0c1e-0000-4000-8000-00000000000b',
  prompt: null,
  isDeleted: true,
  thumbnail: null,
};

/** One of each kind, newest first. */
export const LINES: StatementLine[] = [
  line({
    id: 8,
    kind: 'debt_repay',
    credits: -1.5,
    amount: 1.5,
    balance: 8.5,
    grant: { kind: 'plan_topup', expiresAt: null, invoice: null },
  }),
  line({ id: 7, kind: 'clawback', credits: 0, amount: 1.5, balance: 10 }),
  line({
    id: 6,
    kind: 'expire',
    credits: -1.5,
    amount: 1.5,
    balance: 10,
    grant: { kind: 'bonus', expiresAt: '2026-11-01T00:00:00.000Z', invoice: null },
  }),
  line({ id: 5, kind: 'return', credits: 3.5, balance: 11.5, picture: deleted }),
  line({ id: 4, kind: 'hold', credits: -3.5, balance: 8, picture: deleted }),
  line({ id: 3, kind: 'charge', credits: 0, balance: 11.5, picture: image }),
  line({ id: 2, kind: 'hold', credits: -3.5, balance: 11.5, picture: image }),
  line({
    id: 1,
    kind: 'grant',
    credits: 15,
    amount: 15,
    balance: 15,
    grant: { kind: 'free_month', expiresAt: '2026-12-01T00:00:00.000Z', invoice: null },
  }),
];

export const statement = (part: Partial<Statement> = {}): Statement => ({
  data: LINES,
  page: 1,
  limit: 20,
  total: LINES.length,
  openingBalance: 0,
  closingBalance: 8.5,
  ...part,
});
