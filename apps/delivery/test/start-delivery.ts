import { createService, readConfig } from '@kushk/runtime';
import type { INestMicroservice } from '@nestjs/common';
import { DeliveryModule } from '../src/delivery.module.js';
import type { TestEnvironment } from './service-harness.js';

/** Starts a delivery service in this process as production does, with the same replies to unexpected errors. */
export async function startDelivery({ variables }: TestEnvironment): Promise<INestMicroservice> {
  const app = await createService(DeliveryModule, readConfig(variables));
  await app.listen();
  return app;
}
