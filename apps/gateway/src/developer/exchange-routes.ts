import { IsString, Matches } from 'class-validator';
import { catalogueTrusts } from '@kushk/contracts';
import { bodyOf, CodePoints } from '@kushk/edge';
import { routesFor, type Route } from '../http/route.js';

const { proxyRoute } = routesFor<null>('anyone', '');

class ExchangeBody {
  /** The id of the trust that the operator added. */
  @IsString() @Matches(/^tru_[0-9a-z]{26}$/) readonly trust: string;
  /** The identity token (JWT) of the CI job. */
  @IsString() @CodePoints(1, 16_384) readonly token: string;
}

/** The token of a CI job is the credential. */
export const exchangeRoutes: readonly Route[] = [
  proxyRoute('POST', '/oidc/exchange', {
    summary: 'Exchange the identity token of a CI job for a publisher key of ten minutes',
    body: bodyOf(ExchangeBody),
    success: 201,
    idempotencyKey: 'ignored',
    extraRateLimit: 'exchange',
    calls: catalogueTrusts.exchangeToken,
    request: ({ body: { trust, token } }) => ({ trust, token }),
  }),
];
