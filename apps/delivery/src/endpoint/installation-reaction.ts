/**
 * All facts of the installation service are one reaction, so that they are handled in the order in which they
 * happened to an installation, whatever their kind: a removal never overtakes the release of the credentials.
 */
export const installationReaction = 'on-installation-changed';
