import '@kushk/runtime/telemetry';
import { flushLog, log, onStop, startProcess } from '@kushk/runtime';
import { createGateway } from './create-gateway.js';

const config = startProcess('gateway');
try {
  const app = await createGateway(config);
  onStop(() => app.close());
  await app.listen(config.httpPort, config.httpHost);
  log.info({ role: config.role, port: config.httpPort }, 'gateway started');
} catch (error) {
  log.fatal(error, 'gateway could not start');
  flushLog();
  process.exit(1);
}
