import '@kushk/runtime/telemetry';
import { flushLog, log, onStop, serveHealth, startProcess } from '@kushk/runtime';
import { createGateway } from './create-gateway.js';

const config = startProcess('gateway');
try {
  const started = await serveHealth(config);
  const app = await createGateway(config);
  onStop(() => app.close());
  await app.listen(config.httpPort, config.httpHost);
  started();
  const { role, environment, httpPort: port, healthPort: health_port } = config;
  log.info({ role, environment, port, health_port }, 'gateway started');
} catch (error) {
  log.fatal(error, 'gateway could not start');
  flushLog();
  process.exit(1);
}
