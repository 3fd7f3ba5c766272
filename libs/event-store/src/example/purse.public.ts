import { publicFact } from '@kushk/contracts';
import { publishes, say } from '../publication.js';
import { purseStream } from './purse.js';

export const purseFilled = publicFact<{ readonly purse_id: string; readonly coins: number }>('wallet', 'purse.filled');

/** What is put in is told to all; what is taken out stays private. */
export const pursePublication = publishes(purseStream, ({ id, type, data }) =>
  type === 'CoinsPut' ? say(purseFilled, { purse_id: id, coins: data.coins }) : null,
);
