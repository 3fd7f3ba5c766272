/** Stores how each instance evaluated a release, and every status statement that the hub signed. */
import type { Problem } from '@kushk/contracts';
import { factView, stateView } from '@kushk/event-store';
import { isCompatible } from '@kushk/manifest';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { InstanceRow } from '../instance/instances.view.js';
import { releaseStream } from '../release/release.js';
import { evaluationStream } from './evaluation.js';

@Entity('evaluations')
export class EvaluationRow {
  @PrimaryColumn('text') stream_id: string;
  @Column('text') instance_id: string;
  @Column('text') release_key: string;
  @Column('bigint') accepted_sequence: string;
  /** The latest statement that the instance accepted or rejected. */
  @Column('bigint') answered_sequence: string;
  @Column('timestamptz') evaluated_at: Date;
  /** Null unless the instance rejected the release. */
  @Column('json', { nullable: true }) problems: readonly Problem[] | null;
}

/** Every status statement that the hub signed. */
@Entity('issued_statements')
export class IssuedStatementRow {
  @PrimaryColumn('text') release_key: string;
  @PrimaryColumn('bigint') sequence: string;
  @Column('text') plugin_api: string;
  @Column('timestamptz') issued_at: Date;
}

export const evaluationsView = stateView({
  entity: EvaluationRow,
  of: evaluationStream,
  row: (evaluation) =>
    evaluation.status === 'absent'
      ? null
      : {
          instance_id: evaluation.instanceId,
          release_key: evaluation.releaseKey,
          accepted_sequence: String(evaluation.acceptedSequence),
          answered_sequence: String(
            evaluation.status === 'refused' ? evaluation.refusedSequence : evaluation.acceptedSequence,
          ),
          evaluated_at: new Date(evaluation.evaluatedAt),
          problems: evaluation.status === 'refused' ? evaluation.problems : null,
        },
});

export const issuedStatementsView = factView({
  entity: IssuedStatementRow,
  of: releaseStream,
  rows: (fact) => {
    const signed = 'signedStatus' in fact.data ? fact.data.signedStatus : null;
    if (signed === null) return [];
    const { sequence, pluginApi: plugin_api } = signed;
    return [{ release_key: fact.id, sequence: String(sequence), plugin_api, issued_at: new Date(fact.data.at) }];
  },
});

/** `instance` is the instance id. Publishers see an alias instead. */
interface FleetSummary {
  readonly compatible: number;
  readonly accepted: number;
  readonly refused: readonly { readonly instance: string; readonly problems: readonly Problem[] }[];
}
interface InstanceEvaluation {
  readonly id: string;
  readonly plugin_api: string;
  readonly registered_at: string;
  readonly accepted: string | null;
  readonly problems: readonly Problem[] | null;
}

@Injectable()
export class Evaluations {
  constructor(
    @InjectRepository(InstanceRow) private readonly instances: Repository<InstanceRow>,
    @InjectRepository(IssuedStatementRow) private readonly statements: Repository<IssuedStatementRow>,
  ) {}

  /**
   * Summarises the registered instances that can run the release: how many there are, how many accepted the hub's
   * latest statement about it, and which ones rejected that statement. An instance that was registered after that
   * statement counts once it has answered. A suspension takes effect only on instances that accepted its statement.
   */
  async fleetOf(releaseKey: string, pluginApi: string): Promise<FleetSummary> {
    const [instances, latest] = await Promise.all([
      this.evaluationsOf(releaseKey),
      this.statements.findOne({ where: { release_key: releaseKey }, order: { sequence: 'DESC' } }),
    ]);
    const isExpected = ({ accepted, registered_at }: InstanceEvaluation): boolean =>
      latest === null || accepted !== null || Date.parse(registered_at) <= latest.issued_at.getTime();
    const compatible = instances.filter((one) => isCompatible(pluginApi, one.plugin_api) && isExpected(one));
    const isUpToDate = ({ accepted }: InstanceEvaluation): boolean =>
      latest !== null && accepted !== null && Number(accepted) >= Number(latest.sequence);
    return {
      compatible: compatible.length,
      accepted: compatible.filter(isUpToDate).length,
      refused: compatible.flatMap((instance) =>
        instance.problems === null || isUpToDate(instance)
          ? []
          : [{ instance: instance.id, problems: instance.problems }],
      ),
    };
  }

  /** Returns every registered instance, with its evaluation of the release if it has one. */
  private evaluationsOf(releaseKey: string): Promise<InstanceEvaluation[]> {
    return this.instances
      .createQueryBuilder('instance')
      .leftJoin(
        EvaluationRow,
        'evaluation',
        'evaluation.instance_id = instance.stream_id and evaluation.release_key = :releaseKey',
        { releaseKey },
      )
      .select([
        'instance.stream_id as id',
        'instance.plugin_api as plugin_api',
        "instance.resource->>'registered_at' as registered_at",
        'evaluation.accepted_sequence as accepted',
        'evaluation.problems as problems',
      ])
      .orderBy('instance.stream_id')
      .getRawMany<InstanceEvaluation>();
  }
}
