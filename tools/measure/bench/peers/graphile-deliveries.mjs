/**
 * Deliveries with `graphile-worker`, as its documents advise: a named queue for each key, jobs that are fetched and
 * completed in batches, and a pool of two connections more than jobs that run at once.
 */
import { Logger, makeWorkerUtils, run } from 'graphile-worker';

const concurrentJobs = 64;

export async function open({ databaseUrl, deliver }) {
  const logger = new Logger(() => (level, message) => {
    if (level === 'error') console.error(message);
  });
  const utils = await makeWorkerUtils({ connectionString: databaseUrl, logger });
  await utils.migrate();
  const runner = await run({
    preset: {
      worker: {
        connectionString: databaseUrl,
        logger,
        concurrentJobs,
        maxPoolSize: concurrentJobs + 2,
        localQueue: { size: concurrentJobs + 1 },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
    taskList: { deliver: async (event) => void (await deliver(event)) },
    noHandleSignals: true,
  });
  return {
    append: (event) => utils.addJob('deliver', event, { queueName: event.key, maxAttempts: 20 }),
    close: async () => {
      await runner.stop();
      await utils.release();
    },
  };
}
