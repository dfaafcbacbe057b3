import type { ReactNode } from 'react'
import { bundledSigner, type ModulePlan } from '../../schemas/api/market.ts'
import { ScreenChange } from './ScreenChange.tsx'
import { titleOf, useMarket } from './shown.ts'

/** What a package brings and wants, and what is done to the database. */
export function PlanView({ plan }: { plan: ModulePlan }) {
  const { t, lang } = useMarket()
  const { issues, wishes, screens, tables, nodes, overlays, steps, kept } = plan
  return (
    <>
      <Signature plan={plan} />
      <Part title={t('plan.issues')} list={issues.map(({ text }) => text)} tone="k-error" />
      <Part title={t('plan.wishes')} list={wishes[lang]} />
      <Part
        title={t('plan.screens')}
        list={screens.map((each) => (
          <>
            {titleOf(lang, each)} <code>{each.id}</code>
          </>
        ))}
      />
      <Part
        title={t('plan.menu')}
        list={nodes
          .filter(({ isMenu }) => isMenu)
          .map((each) => (
            <>
              {titleOf(lang, each)} <code>{each.name}</code>
            </>
          ))}
      />
      <Folded title={t('plan.nodes', { count: nodes.length })} isThere={nodes.length > 0}>
        <p className="m-quiet">{t('plan.nodesText')}</p>
        <Lines list={nodes.map(({ name }) => <code key={name}>{name}</code>)} />
      </Folded>
      <Part
        title={t('plan.tables')}
        list={tables.map(({ name, isNew }) => (
          <>
            <code>{name}</code> {t(isNew ? 'plan.newTable' : 'plan.knownTable')}
          </>
        ))}
      />
      {overlays.length > 0 && (
        <section>
          <h3>{t('plan.overlays')}</h3>
          {overlays.map((deed) => (
            <ScreenChange key={`${deed.page} ${deed.op} ${deed.path}`} change={deed} sides={['plan.before', 'plan.after']} />
          ))}
        </section>
      )}
      <Folded title={t('plan.steps', { count: steps.length })} isThere={steps.length > 0}>
        <Lines
          list={steps.map(({ what, sql }) => (
            <>
              {what}
              {sql.length > 0 && <pre className="m-code">{sql.join(';\n')}</pre>}
            </>
          ))}
        />
      </Folded>
      <Part title={t('plan.kept')} list={kept.map(({ what }) => what)} />
    </>
  )
}

function Signature({ plan: { signedBy } }: { plan: ModulePlan }) {
  const { t } = useMarket()
  if (signedBy === '') return <p className="m-unsigned">{t('plan.unsigned')}</p>
  return <p className="m-quiet">{signedBy === bundledSigner ? t('signedBundled') : t('plan.signed', { signer: signedBy })}</p>
}

function Part({ title, list, tone = '' }: { title: string; list: readonly ReactNode[]; tone?: string }) {
  if (list.length === 0) return null
  return (
    <section className={tone}>
      <h3>{title}</h3>
      <Lines list={list} />
    </section>
  )
}

function Lines({ list }: { list: readonly ReactNode[] }) {
  return (
    <ul>
      {list.map((each, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one plan never change their order
        <li key={i}>{each}</li>
      ))}
    </ul>
  )
}

function Folded({ title, isThere, children }: { title: string; isThere: boolean; children: ReactNode }) {
  if (!isThere) return null
  return (
    <details>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
