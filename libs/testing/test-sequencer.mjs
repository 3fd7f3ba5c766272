/**
 * The order of the files of a run: tests with a container engine first, tests with a browser last.
 *
 * An engine makes and removes network interfaces, and Chromium aborts its requests whenever an interface changes
 * (ERR_NETWORK_CHANGED). The specs with a browser therefore start when those with an engine have ended, which take less
 * time than the specs between them. The test of a container plugin in a browser needs both, and opens its pages again.
 */
import Sequencer from '@jest/test-sequencer';

const WITH_ENGINE =
  /\/(apps\/integration\/src\/containers\/.*|engine\/docker-engine|egress\/hostile-image)\.int-spec\.ts$/;
const WITH_BROWSER = /\/(apps\/integration\/src\/pages\/.*|page-origins\/embedded-page)\.int-spec\.ts$/;

const turnOf = ({ path }) => (WITH_ENGINE.test(path) ? 0 : WITH_BROWSER.test(path) ? 2 : 1);

// jest loads a sequencer through its default export.
export default class EngineBeforeBrowser extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((a, b) => turnOf(a) - turnOf(b));
  }
}
