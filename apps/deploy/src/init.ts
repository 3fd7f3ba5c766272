/** `kushk-deploy init DIR`: writes everything that a hub or an instance needs to run (docs/deployment.md). */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { EXIT, Failure, type ExitCode } from './exit-codes.js';
import type { Answers } from './folder/answers.js';
import { nextSteps } from './folder/next-steps.js';
import { planDeployment } from './folder/plan-deployment.js';
import { ANSWERS, answersFrom } from './folder/stored-deployment.js';
import { storeFiles } from './folder/stored-files.js';
import { questionAnswers } from './questions.js';

export interface InitOptions {
  readonly answers?: string;
  readonly force?: true;
}

export async function runInit(directory: string, options: InitOptions): Promise<ExitCode> {
  const folder = resolve(directory);
  const answers = await answersFor(folder, options.answers);
  const files = await planDeployment({ folder, answers, force: options.force === true });
  const changed = storeFiles(folder, files);
  const report =
    changed.length === 0 ? ['nothing has changed'] : changed.map((path) => `wrote ${join(directory, path)}`);
  process.stdout.write(`${[...report, ...(changed.length === 0 ? [] : nextSteps(answers, directory))].join('\n')}\n`);
  return EXIT.ok;
}

/** The answers of the named file, otherwise of the folder, otherwise of the person at the terminal. */
async function answersFor(folder: string, named: string | undefined): Promise<Answers> {
  const stored = join(folder, ANSWERS);
  const path = named ?? (existsSync(stored) ? stored : undefined);
  if (path === undefined) return await questionAnswers();
  const answers = answersFrom(path);
  const scope = existsSync(stored) ? answersFrom(stored).scope : answers.scope;
  if (scope !== answers.scope)
    throw new Failure(EXIT.usage, `${folder} is the folder of ${scope}: give ${answers.scope} another one`);
  return answers;
}
