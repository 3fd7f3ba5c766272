/**
 * All facts of the installation service belong to one reaction. One reaction handles the facts of an installation in
 * their order, so a removal never overtakes the release of the credentials.
 */
export const installationReaction = 'on-installation-changed';
