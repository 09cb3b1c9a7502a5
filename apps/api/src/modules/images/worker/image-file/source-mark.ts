import type { OutputFormat } from '@app/contracts';
import type { DigitalSourceType } from '../../engines/image-engine.port.js';
import { markJpeg } from './mark-jpeg.js';
import { markPng } from './mark-png.js';
import { markWebp } from './mark-webp.js';

const VOCABULARY = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/** An XMP packet that says how the picture came to be, and nothing else. */
export const sourceTypePacket = (sourceType: DigitalSourceType): Buffer =>
  Buffer.from(
    `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>` +
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">` +
      `<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"` +
      ` Iptc4xmpExt:DigitalSourceType="${VOCABULARY}${sourceType}"/>` +
      `</rdf:RDF></x:xmpmeta><?xpacket end="r"?>`,
  );

const WRITERS: Record<OutputFormat, (bytes: Buffer, packet: Buffer) => Buffer> = {
  png: markPng,
  jpeg: markJpeg,
  webp: markWebp,
};

/**
 * The same pixels, byte for byte, with the machine-made mark as only metadata: what describes colour stays, everything
 * else (camera, place, comments, prompts, what hides behind the end) goes. Throws `UnusableImageError` for a broken file.
 */
export const markMachineMade = (bytes: Buffer, format: OutputFormat, sourceType: DigitalSourceType): Buffer =>
  WRITERS[format](bytes, sourceTypePacket(sourceType));
