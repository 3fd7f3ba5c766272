/** Everything that starts something in a service: requests that it answers, facts that it reacts to, and what it does by itself. */
import ts from 'typescript';
import { contractNames, knownText, propertyOf, type Sources } from './program.js';
import { reachFrom, type Reached } from './reach.js';
import { appOf, type StreamKind } from './streams.js';

interface Handler extends Reached {
  readonly app: string;
  readonly file: string;
  /** Names in the contracts: `catalogue`, `submitRelease`. */
  readonly group: string;
  readonly member: string;
}
export type Answering = Handler;
export interface Reacting extends Handler {
  /** The durable consumer: `on-review`. */
  readonly reaction: string;
}
/** Started with the process, not by a request or a fact. */
export interface OwnDoing extends Reached {
  readonly app: string;
  readonly file: string;
  readonly name: string;
}
export interface Handlers {
  readonly answering: readonly Answering[];
  readonly reacting: readonly Reacting[];
  readonly byItself: readonly OwnDoing[];
}

const startingMethods = ['onModuleInit', 'onApplicationBootstrap'];

/** Finds them in all apps. */
export function handlersIn(sources: Sources, streams: ReadonlyMap<ts.Node, StreamKind>): Handlers {
  const answering: Answering[] = [];
  const reacting: Reacting[] = [];
  const byItself: OwnDoing[] = [];
  const { checker, files, pathOf } = sources;
  for (const file of files) {
    const app = appOf(pathOf(file));
    if (app === null) continue;
    for (const node of file.statements.filter(ts.isClassDeclaration)) {
      const at = { app, file: pathOf(file) };
      for (const method of node.members.filter(ts.isMethodDeclaration)) {
        const pattern = patternOf(checker, method);
        if (pattern === null) continue;
        const { decorator, options, ...names } = pattern;
        const handler = { ...at, ...names, ...reachFrom([method], sources, streams) };
        if (decorator === 'MessagePattern') answering.push(handler);
        else reacting.push({ ...handler, reaction: knownText(checker, propertyOf(options, 'reaction')) ?? '?' });
      }
      const starts = node.members.filter(
        (member) => ts.isConstructorDeclaration(member) || startingMethods.includes(member.name?.getText() ?? ''),
      );
      const reached = starts.some(ts.isMethodDeclaration) ? reachFrom(starts, sources, streams) : null;
      if (reached && reached.facts.length > 0) byItself.push({ ...at, name: node.name?.text ?? '', ...reached });
    }
  }
  return { answering, reacting, byItself };
}

function patternOf(checker: ts.TypeChecker, method: ts.MethodDeclaration) {
  for (const { expression } of ts.getDecorators(method) ?? []) {
    if (!ts.isCallExpression(expression) || !ts.isIdentifier(expression.expression)) continue;
    const decorator = expression.expression.text;
    if (decorator !== 'MessagePattern' && decorator !== 'EventPattern') continue;
    const [subject, options] = expression.arguments;
    const names = subject && ts.isPropertyAccessExpression(subject) ? contractNames(checker, subject.expression) : null;
    if (names === null)
      throw new Error(`${method.getSourceFile().fileName}: ${expression.getText()} names nothing of the contracts`);
    return { decorator, options, group: names[0], member: names[1] } as const;
  }
  return null;
}
