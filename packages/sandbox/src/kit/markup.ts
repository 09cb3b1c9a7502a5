import type { html } from 'hono/html';

/** A piece of HTML; what is put into it is escaped. */
export type Markup = ReturnType<typeof html>;
