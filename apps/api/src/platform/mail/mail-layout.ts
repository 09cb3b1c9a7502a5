import type { PreferenceLanguage } from '@app/contracts';
import { escapeHtml } from '../text/escape-html.js';

const BODY_STYLE = `margin:0;padding:24px;font:16px/1.6 system-ui,-apple-system,'PingFang SC','Microsoft YaHei',sans-serif;color:#111827`;
const BUTTON_STYLE =
  'display:inline-block;padding:12px 20px;border-radius:8px;background:#111827;color:#ffffff;text-decoration:none';

export type MailPart = string | { label: string; link: string };

const paragraph = (content: string): string => `<p style="margin:0 0 16px">${content}</p>`;
const button = ({ label, link }: { label: string; link: string }): string =>
  `<a href="${escapeHtml(link)}" style="${BUTTON_STYLE}">${escapeHtml(label)}</a>`;

const COLON: Record<PreferenceLanguage, string> = { 'en-US': ': ', 'zh-CN': '：' };
/** As text, an address for mail is one to read or to copy. */
const labelledLink = ({ label, link }: { label: string; link: string }, language: PreferenceLanguage): string =>
  label + COLON[language] + link.replace(/^mailto:/, '');

export function renderMail(language: PreferenceLanguage, parts: readonly MailPart[]): { text: string; html: string } {
  const text = parts.map((part) => (typeof part === 'string' ? part : labelledLink(part, language))).join('\n\n');
  const body = parts.map((part) => paragraph(typeof part === 'string' ? escapeHtml(part) : button(part))).join('');
  return { text, html: `<!doctype html><html lang="${language}"><body style="${BODY_STYLE}">${body}</body></html>` };
}
