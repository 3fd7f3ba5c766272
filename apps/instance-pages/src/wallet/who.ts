import { useTexts } from '@kushk/ui';
import { usePersonName } from '../organisation/people.js';

/** Returns who made an entry, in words: `per_…` and `staff:…` are people, the rest is the plugin or the system. */
export function useWho(): (by: string) => string {
  const { t } = useTexts();
  const personName = usePersonName();
  return (by) => {
    if (by === 'plugin' || by === 'system') return t(`organisation.actor.${by}`);
    if (by.startsWith('staff:')) return t('organisation.actor.staff');
    return personName(by) ?? t('wallet.by.former');
  };
}
