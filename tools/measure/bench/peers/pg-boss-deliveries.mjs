/**
 * Deliveries with `pg-boss`, as its documents advise for order by key: a queue with the policy `key_strict_fifo`, workers
 * that fetch in batches, settle each job for itself and are woken by LISTEN/NOTIFY.
 */
import { PgBoss } from 'pg-boss';

const queue = 'deliveries';
const workers = 2;
const batchSize = 64;

export async function open({ databaseUrl, deliver }) {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 10, useListenNotify: true });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  await boss.createQueue(queue, {
    policy: 'key_strict_fifo',
    notify: true,
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
  });
  const options = {
    batchSize,
    perJobResults: true,
    burstWhenBatchFull: true,
    pollingIntervalSeconds: 0.5,
    notifyPollingIntervalSeconds: 0.5,
  };
  const settle = async ({ id, data }) => {
    try {
      return { id, status: 'completed', output: { status: await deliver(data) } };
    } catch (error) {
      return { id, status: 'failed', output: { message: error.message } };
    }
  };
  for (let worker = 0; worker < workers; worker += 1) {
    const id = await boss.work(queue, options, async (jobs) => {
      // The next jobs of these keys can be fetched as soon as these are settled; pg-boss sends no notification of that.
      boss.notifyWorker(id);
      return await Promise.all(jobs.map(settle));
    });
  }
  return { append: (event) => boss.send(queue, event, { singletonKey: event.key }), close: () => boss.stop() };
}
