/**
 * One reaction handles all facts of the installation service. It handles the facts of an installation in order, so
 * that a removal never overtakes the credentials that were released before it.
 */
export const installationReaction = 'on-installation-changed';
