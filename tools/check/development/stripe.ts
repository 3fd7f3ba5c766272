/** Stripe's library, whose check of webhook signatures our calls must pass. */
export { Stripe } from 'stripe';
