/** Edits existing files for a new slice: adds the request to the contracts and the handler to the module. */
import type { SliceName } from './slice-name.js';

/** Adds the request of a command or a query to the text of `libs/contracts/src/<service>.ts`. */
export function withRequest(text: string, { kind, service, contractName, subject }: SliceName): string {
  const start = `export const ${service} = {\n`;
  if (!text.includes(start)) throw new Error(`libs/contracts/src/${service}.ts has no "export const ${service} = {"`);
  if (new RegExp(`^ {2}${contractName}:`, 'm').test(text))
    throw new Error(`libs/contracts/src/${service}.ts has ${contractName} already`);
  const request = kind === 'command' ? '{ id: string; idempotency: RequestIdempotency }' : '{ id: string }';
  const entry = `  ${contractName}: ${kind}<${request}, { status: string }>('${service}', '${subject}'),\n`;
  return text.replace(start, `${start}${entry}`);
}

/**
 * Adds the handler to the controllers of a module. Returns null if the module lists its controllers in another file.
 */
export function withController(text: string, { stream, slice, handlerClass }: SliceName): string | null {
  const list = /controllers: \[/;
  const lastImport = [...text.matchAll(/^import .*;$/gm)].at(-1);
  if (!list.test(text) || lastImport?.index === undefined) return null;
  const end = lastImport.index + lastImport[0].length;
  const added = `\nimport { ${handlerClass} } from './${stream}/${slice}/${slice}.handler.js';`;
  return `${text.slice(0, end)}${added}${text.slice(end)}`.replace(list, `controllers: [${handlerClass}, `);
}
