/**
 * One reaction handles all facts of the installation service, so that the facts of an installation are handled in
 * order. Otherwise a plan change could be handled before the wallet is opened.
 */
export const installationReaction = 'on-installation-changed';
