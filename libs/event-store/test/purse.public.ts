import { publicFact } from '@kushk/contracts';
import { publicationOf, asPublicFact } from '../src/relay/publication.js';
import { purseStream } from './purse.js';

export const purseFilled = publicFact<{ readonly purse_id: string; readonly coins: number }>('wallet', 'purse.filled');

/** Facts about coins put in are public; facts about coins taken out stay private. */
export const pursePublication = publicationOf(
  purseStream,
  ({ id, data }) => asPublicFact(purseFilled, { purse_id: id, coins: data.coins }),
  ['CoinsPut'],
);
