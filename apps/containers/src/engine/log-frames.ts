/** The lines of a container's log as the Docker Engine API returns them. Pure. */
import type { LogTail } from './container-engine.js';

const HEADER_BYTES = 8;

/** Joins the frames of both outputs: each has a header of eight bytes, of which the last four are its length. */
function unframed(bytes: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at + HEADER_BYTES <= bytes.length;) {
    const length = bytes.readUInt32BE(at + 4);
    parts.push(bytes.subarray(at + HEADER_BYTES, at + HEADER_BYTES + length));
    at += HEADER_BYTES + length;
  }
  return Buffer.concat(parts);
}

/** Returns the last lines, at most `bounds.lines` of them with at most `bounds.bytes` bytes together. */
export function lastLines(framed: Buffer, bounds: { readonly lines: number; readonly bytes: number }): LogTail {
  const bytes = unframed(framed);
  const tail = bytes.subarray(Math.max(0, bytes.length - bounds.bytes));
  const lines = tail.toString('utf8').replace(/\n$/, '').split('\n');
  // The cut went through a line.
  if (tail.length < bytes.length) lines.shift();
  const newest = lines.slice(-bounds.lines);
  return {
    lines: newest.length === 1 && newest[0] === '' ? [] : newest,
    truncated: tail.length < bytes.length || newest.length < lines.length,
  };
}
