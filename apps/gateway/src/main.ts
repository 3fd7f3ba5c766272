import '@kushk/runtime/telemetry';
import { bootProcess, onStop } from '@kushk/runtime';
import { createGateway } from './create-gateway.js';

await bootProcess('gateway', async (config) => {
  const app = await createGateway(config);
  onStop(() => app.close());
  await app.listen(config.httpPort, config.httpHost);
});
