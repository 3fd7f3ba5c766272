import { Broker, queryHandler } from '@kushk/broker';
import { catalogueAccess, hubGateway } from '@kushk/contracts';
import { passOn } from '../pass-on.js';

export const FindAccessCodeHandler = queryHandler(
  hubGateway.findAccessCode,
  { broker: Broker },
  (request, { broker }, context) => passOn(broker, context, { to: catalogueAccess.findAccessCode, request }),
);
