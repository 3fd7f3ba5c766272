/** Returns the texts of a slice's files. Prettier formats them afterwards. */
import type { SliceName } from './slice-name.js';
import type { PublicFact, StreamTypes } from './stream-types.js';

export interface Slice {
  readonly name: SliceName;
  readonly stream: StreamTypes;
  /** The public fact that the slice reacts to; only for a reaction. */
  readonly fact: PublicFact | null;
}

/**
 * Returns the text of each file, by file name. The generated decision refuses every request, so its spec fails until
 * somebody writes the rule.
 */
export function sliceFiles(slice: Slice): ReadonlyMap<string, string> {
  const { slice: file, kind } = slice.name;
  const handler = { command: commandHandler, query: queryHandler, reaction: reactionHandler }[kind](slice);
  return new Map([
    [`${file}.ts`, decision(slice)],
    [`${file}.spec.ts`, spec(slice)],
    [`${file}.handler.ts`, handler],
  ]);
}

/** Returns the error code with which a generated decision refuses every request. */
export function notImplementedCode({ service, slice }: SliceName): string {
  return `${service}.${slice.replaceAll('-', '_')}_not_implemented`;
}

/** Returns the name of a stream from its constant: `walletStream` → `wallet`. */
function keyOf({ constant }: StreamTypes): string {
  return constant.replace(/Stream$/, '');
}

function typesOf({ state, fact, files }: StreamTypes): string {
  if (files.state === files.fact) return `import type { ${state}, ${fact} } from '../${files.state}.js';`;
  return `import type { ${fact} } from '../${files.fact}.js';\nimport type { ${state} } from '../${files.state}.js';`;
}

function decision({ name, stream }: Slice): string {
  const { kind, functionName, typeName } = name;
  const hasStatuses = stream.statuses.length > 0;
  const imports = hasStatuses ? 'refuse, unreachable, type Decision' : 'refuse, type Decision';
  const state = hasStatuses ? 'state' : '_state';
  const refusal = `return refuse('${notImplementedCode(name)}');`;
  const cases = stream.statuses.map((status) => `case '${status}':`).join('\n');
  const body = hasStatuses
    ? `const { status } = state;\nswitch (status) {\n${cases}\n${refusal}\ndefault:\nreturn unreachable(status);\n}`
    : refusal;
  const reply = `export interface ${typeName}Reply {\n  readonly status: string;\n}\n`;
  if (kind === 'query')
    return `import { ${imports} } from '@kushk/decider';
import type { ${stream.state} } from '../${stream.files.state}.js';

${reply}
/** Replies from the state, or refuses. A query creates no facts. */
export function ${functionName}(${state}: ${stream.state}): Decision<readonly never[], ${typeName}Reply> {
${body}
}
`;
  return `import { ${imports} } from '@kushk/decider';
${typesOf(stream)}

export interface ${typeName} {
  /** RFC 3339. */
  readonly at: string;
}
${kind === 'command' ? reply : ''}
/** Decides for each status. Replace the refusal with facts: \`accept([…], reply)\`. */
export function ${functionName}(
  _command: ${typeName},
  ${state}: ${stream.state},
): Decision<readonly ${stream.fact}[], ${kind === 'command' ? `${typeName}Reply` : 'null'}> {
${body}
}
`;
}

function spec({ name, stream }: Slice): string {
  const { kind, functionName, slice } = name;
  const call =
    kind === 'query' ? functionName : `(state) => ${functionName}({ at: '2026-01-01T00:00:00.000Z' }, state)`;
  const title = kind === 'query' ? 'replies with the state of the stream' : 'creates facts';
  const expectation =
    kind === 'query'
      ? `.thenReplies({ status: 'write the expected reply here' })`
      : `.thenFactsMatch({ type: 'write the expected fact here' })`;
  return `import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { ${stream.constant} } from '../${stream.files.constant}.js';
import { ${functionName} } from './${slice}.js';

describe('${functionName}', () => {
  // One test for each rule. Add the facts of the history to given().
  it('${title}', () => {
    given(${stream.constant}).when(${call})${expectation};
  });
});
`;
}

function commandHandler({ name, stream }: Slice): string {
  const { functionName, typeName, handlerClass, contractName, service, slice } = name;
  const key = keyOf(stream);
  return `import { commandHandler } from '@kushk/broker';
import { ${service} } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { ${stream.constant} } from '../${stream.files.constant}.js';
import { ${functionName} } from './${slice}.js';

export const ${handlerClass} = commandHandler(${service}.${contractName}, {
  name: '${typeName}',
  command: () => ({ at: now().toISOString() }),
  stream: (request) => streamRef(${stream.constant}, request.id),
  decide: (command, ${key}) => ${functionName}(command, ${key}),
});
`;
}

function queryHandler({ name, stream }: Slice): string {
  const { functionName, handlerClass, contractName, service, slice } = name;
  return `import { queryHandler, respond } from '@kushk/broker';
import { ${service} } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { ${stream.constant} } from '../${stream.files.constant}.js';
import { ${functionName} } from './${slice}.js';

export const ${handlerClass} = queryHandler(
  ${service}.${contractName},
  { store: EventStore },
  async (request, { store }) => {
    const { state } = await store.load(streamRef(${stream.constant}, request.id));
    const decision = ${functionName}(state);
    return decision.accepted ? respond(decision.reply) : decision;
  },
);
`;
}

function reactionHandler({ name, stream, fact }: Slice): string {
  const { functionName, typeName, handlerClass, contractName, slice } = name;
  if (fact === null) throw new Error(`${slice} has no public fact`);
  const key = keyOf(stream);
  return `import { reactionHandler } from '@kushk/broker';
import { ${fact.group} } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { ${stream.constant} } from '../${stream.files.constant}.js';
import { ${functionName} } from './${slice}.js';

/** The durable consumer. Reactions that must keep the order of their facts share one. */
const reaction = '${slice}';

export const ${handlerClass} = reactionHandler(${fact.group}.${contractName}, {
  reaction,
  name: '${typeName}',
  command: () => ({ at: now().toISOString() }),
  stream: (data) => streamRef(${stream.constant}, data.${fact.idProperty}),
  decide: (command, ${key}) => ${functionName}(command, ${key}),
});
`;
}
