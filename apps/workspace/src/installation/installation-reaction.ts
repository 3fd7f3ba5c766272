/**
 * All facts of the installation service are one reaction, so that they are handled in the order in which they happened
 * to an installation, whatever their kind: a removal never comes before what it removes.
 */
export const installationReaction = 'on-installation-changed';
