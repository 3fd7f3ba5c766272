/**
 * One reaction handles all facts of the installation service, so that the facts of an installation are handled in
 * order. Otherwise a removal could be handled before the installation is added.
 */
export const installationReaction = 'on-installation-changed';
