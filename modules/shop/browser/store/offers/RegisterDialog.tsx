import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useRuntime, useT } from '../../../../../src/renderers/context.tsx'
import { Button } from '../../../../../src/renderers/ui/Button.tsx'
import { Skeleton } from '../../../../../src/renderers/ui/feedback/Skeleton.tsx'
import { CheckboxGroup } from '../../../../../src/renderers/ui/inputs/CheckboxGroup.tsx'
import { RadioGroup } from '../../../../../src/renderers/ui/inputs/RadioGroup.tsx'
import { Dialog } from '../../../../../src/renderers/ui/overlays/Dialog.tsx'
import { useLoad } from '../../../../../src/renderers/useLoad.ts'
import { CallError } from '../../../../../src/runtime/callError.ts'
import { payPath } from '../../../contract/bills.ts'
import type { CompetitionOffer } from '../../../contract/storefront.ts'
import { read, step } from '../calls.ts'
import { Part } from '../parts/Part.tsx'
import { yuanText } from '../parts/Yuan.tsx'

export interface RegisterDialogProps {
  competition: CompetitionOffer
  onClose: () => void
  onEntered: () => void
}

interface Team {
  id: number
  name: string
  status: number
  members: readonly { contestant_id: number }[]
}

/** State of a team that may compete. */
const approved = 2

interface Known {
  people: readonly { id: number; name: string }[]
  /** Those that the member leads and that may compete. */
  teams: readonly Team[]
}

/** Who competes in which group: contestants of the member, or the members of a team that they lead. */
export function RegisterDialog({ competition, onClose, onEntered }: RegisterDialogProps) {
  const t = useT()
  const runtime = useRuntime()
  const load = async (): Promise<Known> => {
    const [people, teams] = await Promise.all([
      read<{ list: Known['people'] }>(runtime, '/api/shop.Join/contestants'),
      read<{ list: Team[] }>(runtime, '/api/shop.Team/mine'),
    ])
    return { people: people.list, teams: teams.list.filter(({ status }) => status === approved) }
  }
  const { value: known, reason } = useLoad(load, [runtime])
  const entry = useEntry(competition, { onClose, onEntered })
  const isTeam = competition.type === 'team'
  const nobody = known && (isTeam ? known.teams : known.people).length === 0
  const wrong = entry.wrong || reason
  return (
    <Dialog
      open
      title={`${t('storefront.competitions.register')}: ${competition.title}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.controls.cancel')}</Button>
          <Button look="primary" type="submit" form="entry" loading={entry.busy} disabled={!known || nobody}>
            {t('storefront.competitions.submit')}
          </Button>
        </>
      }
    >
      <form id="entry" className="st-parts" noValidate onSubmit={entry.submit}>
        {wrong ? (
          <p className="st-wrong" role="alert">
            {wrong}
          </p>
        ) : null}
        <GroupChoice competition={competition} entry={entry} />
        {known ? null : <Skeleton height={60} />}
        {nobody ? (
          <p className="st-quiet">{t(isTeam ? 'storefront.competitions.noTeam' : 'storefront.competitions.nobody')}</p>
        ) : null}
        {known && !nobody ? <PeopleChoice known={known} isTeam={isTeam} entry={entry} /> : null}
      </form>
    </Dialog>
  )
}

type Entry = ReturnType<typeof useEntry>

function GroupChoice({ competition: { groups }, entry }: { competition: CompetitionOffer; entry: Entry }) {
  const t = useT()
  const title = t('storefront.competitions.group')
  const feeText = (fee: string) => (fee === '0.00' ? t('storefront.competitions.free') : yuanText(fee))
  const options = groups.map(({ name, fee, left }) => ({
    value: name,
    label: name,
    disabled: left === 0,
    description: `${feeText(fee)} · ${t('storefront.competitions.left', { n: left })}`,
  }))
  return (
    <Part title={title}>
      <RadioGroup
        vertical
        label={title}
        value={entry.group}
        options={options}
        onChange={(name) => entry.setGroup(String(name))}
      />
    </Part>
  )
}

/** In competitions of teams first the team, then who of it competes. */
function PeopleChoice({ known, isTeam, entry }: { known: Known; isTeam: boolean; entry: Entry }) {
  const t = useT()
  const team = known.teams.find(({ id }) => id === entry.team)
  const isMember = (id: number) => team?.members.some((member) => member.contestant_id === id) === true
  const people = isTeam ? known.people.filter(({ id }) => isMember(id)) : known.people
  const [ofTeam, ofPeople] = [t('storefront.competitions.team'), t('storefront.competitions.people')]
  return (
    <>
      {isTeam ? (
        <Part title={ofTeam}>
          <RadioGroup
            vertical
            label={ofTeam}
            value={entry.team ?? null}
            options={known.teams.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => entry.setTeam(Number(id))}
          />
        </Part>
      ) : null}
      {people.length > 0 ? (
        <Part title={ofPeople}>
          <CheckboxGroup
            label={ofPeople}
            value={[...entry.people]}
            options={people.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(ids) => entry.setPeople(ids.map(Number))}
          />
        </Part>
      ) : null}
    </>
  )
}

/** What is chosen, and the way to send it. */
function useEntry({ id, groups, type }: CompetitionOffer, { onClose, onEntered }: Omit<RegisterDialogProps, 'competition'>) {
  const t = useT()
  const runtime = useRuntime()
  const navigate = useNavigate()
  const [group, setGroup] = useState(() => groups.find(({ left }) => left > 0)?.name ?? '')
  const [team, setTeam] = useState<number>()
  const [people, setPeople] = useState<readonly number[]>([])
  const [busy, setBusy] = useState(false)
  const [wrong, setWrong] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (type === 'team' && team === undefined) return setWrong(t('storefront.competitions.teamNeeded'))
    if (people.length === 0) return setWrong(t('storefront.competitions.peopleNeeded'))
    setBusy(true)
    setWrong('')
    try {
      const body = {
        competition_id: id,
        group_name: group,
        contestant_ids: people,
        ...(team === undefined ? {} : { team_id: team }),
      }
      const made = await step<{ id: number; fee: string }>(runtime, '/api/shop.Join/register', body, { showCodeMessage: false })
      if (made.fee !== '0.00') return navigate(payPath('registration', made.id))
      runtime.notices.push('success', t('storefront.competitions.entered'))
      onClose()
      onEntered()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setWrong(error.message)
      setBusy(false)
    }
  }
  return { group, setGroup, team, setTeam, people, setPeople, busy, wrong, submit }
}
