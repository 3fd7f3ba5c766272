import { Broker, queryHandler } from '@kushk/broker';
import { catalogueAccess, hubGateway } from '@kushk/contracts';
import { passOn } from '../pass-on.js';

export const RedeemAccessCodeHandler = queryHandler(
  hubGateway.redeemAccessCode,
  { broker: Broker },
  (request, { broker }, context) => passOn(broker, context, { to: catalogueAccess.redeemAccessCode, request }),
);
