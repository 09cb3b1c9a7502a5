/**
 * `npm run changelog`: checks CHANGELOG.md against the format of Keep a Changelog 1.1.
 * `npm run changelog -- v1.2.0` prints the section of this version, which must be that of package.json: the text of its
 * release.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, root } from './workspace.mjs';

const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
const VERSION = /^\[(\d+)\.(\d+)\.(\d+)\] - (\d{4}-\d{2}-\d{2})$/;

/** Sections by their heading, in order. */
function readSections(text) {
  const [, ...sections] = text.split(/^## /m);
  return sections.map((section) => {
    const [heading = '', ...body] = section.split('\n');
    return { heading, body: body.join('\n').trim() };
  });
}

function faultsOf({ heading, body }) {
  const faults = [];
  const date = VERSION.exec(heading)?.[4];
  if (heading !== '[Unreleased]' && !date) faults.push('is neither [Unreleased] nor [1.2.3] - 2026-01-31');
  if (date && !(new Date(date).toJSON() ?? '').startsWith(date)) faults.push('has no date of the calendar');
  const [before, ...parts] = body.split(/^### /m);
  if (before.trim() !== '') faults.push('has text outside of Added, Changed …');
  if (date && parts.length === 0) faults.push('is empty');
  for (const part of parts) {
    const [kind, ...lines] = part.trim().split('\n');
    if (!KINDS.includes(kind)) faults.push(`has "${kind}", which is none of ${KINDS.join(', ')}`);
    if (!lines.some((line) => line.startsWith('- '))) faults.push(`says nothing under "${kind}"`);
  }
  return faults.map((fault) => `${heading}: ${fault}`);
}

const order = (heading) => VERSION.exec(heading)?.slice(1, 4).map(Number);
const isNewer = (one, other) => {
  const at = one.findIndex((number, i) => number !== other[i]);
  return at >= 0 && one[at] > other[at];
};

function changelogFaults(text) {
  const sections = readSections(text);
  const faults = sections.flatMap(faultsOf);
  if (!text.startsWith('# Changelog\n')) faults.push('does not begin with "# Changelog"');
  if (sections[0]?.heading !== '[Unreleased]') faults.push('[Unreleased] does not come first');
  const versions = sections.flatMap(({ heading }) =>
    VERSION.test(heading) ? [{ heading, numbers: order(heading) }] : [],
  );
  versions.slice(1).forEach(({ heading, numbers }, i) => {
    if (!isNewer(versions[i].numbers, numbers)) faults.push(`${heading}: is not older than the one above`);
  });
  return faults;
}

/** The text of a release. */
function releaseText(text, tag) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (tag !== `v${version}`) fail(`The tag is ${tag}, but package.json says ${version}.`);
  const section = readSections(text).find(({ heading }) => heading.startsWith(`[${version}] - `));
  return section ? `${section.body}\n` : fail(`CHANGELOG.md has no section [${version}] with a date.`);
}

const text = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
const faults = changelogFaults(text);
if (faults.length > 0) fail(faults.map((fault) => `CHANGELOG.md: ${fault}`).join('\n'));
const [tag] = process.argv.slice(2);
if (tag) process.stdout.write(releaseText(text, tag));
