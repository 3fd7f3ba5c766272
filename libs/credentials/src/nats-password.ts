import { createHmac } from 'node:crypto';

/**
 * The password of a service's NATS user (`i1.wallet`), derived from the secret of its NATS server. One secret is
 * stored instead of a password per user. The result is base64url.
 */
export function natsPassword(secret: string, user: string): string {
  return createHmac('sha256', secret).update(`nats user ${user}`).digest('base64url');
}
