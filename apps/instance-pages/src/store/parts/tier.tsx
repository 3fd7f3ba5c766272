import { BadgeCheck, Lock, Users } from '@kushk/ui/icons';
import type { ReactNode } from 'react';
import { Badge, useTexts } from '@kushk/ui';
import type { StorePlugin } from '../queries.js';

const looks = {
  verified: ['accent', <BadgeCheck key="icon" />],
  community: ['neutral', <Users key="icon" />],
  private: ['violet', <Lock key="icon" />],
} as const;

export function TierBadge({ tier }: { tier: StorePlugin['tier'] }): ReactNode {
  const { t } = useTexts();
  const [tone, icon] = looks[tier];
  return (
    <Badge tone={tone} icon={icon}>
      {t(`store.tier.${tier}`)}
    </Badge>
  );
}
