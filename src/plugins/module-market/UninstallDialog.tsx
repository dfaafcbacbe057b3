import { useState } from 'react'
import { startDownload } from '../../renderers/download.ts'
import { Button } from '../../renderers/ui/Button.tsx'
import { Checkbox } from '../../renderers/ui/inputs/Checkbox.tsx'
import { Field } from '../../renderers/ui/inputs/Field.tsx'
import { Input } from '../../renderers/ui/inputs/Input.tsx'
import { Dialog } from '../../renderers/ui/overlays/Dialog.tsx'
import type { ModuleDetail } from '../../schemas/api/market.ts'
import { reasonOf } from './calls.ts'
import { Progress } from './Progress.tsx'
import { useMarket } from './shown.ts'
import { useChange } from './useChange.ts'

interface UninstallDialogProps {
  uid: string
  title: string
  detail: ModuleDetail
  onClose(): void
  onDone(): void
}

/** Takes a module away: its tables stay, unless the person types its name. Their rows can be downloaded first. */
export function UninstallDialog({ uid, title, detail: { tables }, onClose, onDone }: UninstallDialogProps) {
  const { t, calls } = useMarket()
  const [drops, setDrops] = useState(false)
  const [typed, setTyped] = useState('')
  const [failed, setFailed] = useState('')
  const change = useChange()
  const download = () => {
    setFailed('')
    calls.data(uid).then(
      (url) => startDownload(url, `${uid}.zip`),
      (error: unknown) => setFailed(reasonOf(error)),
    )
  }
  const go = async () => {
    if (await change.run((work) => calls.uninstall(uid, drops ? typed : undefined, work))) onDone()
  }
  return (
    <Dialog
      open
      title={t('uninstallTitle', { title })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button look="danger" loading={change.step !== undefined} disabled={drops && typed !== uid} onClick={() => void go()}>
            {t('uninstall')}
          </Button>
        </>
      }
    >
      <div className="m-plan">
        <p>{t('uninstallText')}</p>
        <Progress step={change.step} reason={failed || change.reason} />
        {tables.length > 0 && (
          <>
            <Tables tables={tables} />
            <Button icon="download" onClick={download}>
              {t('download')}
            </Button>
            <Checkbox checked={drops} onChange={setDrops}>
              {t('dropTables')}
            </Checkbox>
          </>
        )}
        {drops && <TypedName uid={uid} value={typed} onChange={setTyped} />}
      </div>
    </Dialog>
  )
}

/** Tables with the number of their rows. */
export function Tables({ tables }: Pick<ModuleDetail, 'tables'>) {
  const { t } = useMarket()
  return (
    <ul>
      {tables.map(({ name, rows }) => (
        <li key={name}>
          <code>{name}</code> {rows < 0 ? t('manyRows') : t('rows', { count: rows })}
        </li>
      ))}
    </ul>
  )
}

/** Its name once more, before rows are deleted. */
function TypedName({ uid, value, onChange }: { uid: string; value: string; onChange(value: string): void }) {
  const { t } = useMarket()
  return (
    <Field label={t('typeName', { uid })} help={t('dropText')} required>
      {({ id, describedBy }) => (
        <Input id={id} describedBy={describedBy ?? ''} value={value} spellCheck={false} autoComplete="off" onChange={onChange} />
      )}
    </Field>
  )
}
