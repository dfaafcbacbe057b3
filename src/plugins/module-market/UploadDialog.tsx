import { useMemo, useState } from 'react'
import { Button } from '../../renderers/ui/Button.tsx'
import { DropZone } from '../../renderers/ui/inputs/DropZone.tsx'
import { Dialog } from '../../renderers/ui/overlays/Dialog.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { useMarket } from './shown.ts'

/** Takes the file of a package; what it would do is shown before anything is written. */
export function UploadDialog({ onClose }: { onClose(): void }) {
  const { t, state, reload } = useMarket()
  const [file, setFile] = useState<File | null>(null)
  const source = useMemo(() => file && { file }, [file])
  const done = () => {
    reload()
    onClose()
  }
  if (source) return <PlanDialog source={source} title="" onClose={onClose} onDone={done} />
  return (
    <Dialog open size="small" title={t('upload')} onClose={onClose} footer={<Button onClick={onClose}>{t('cancel')}</Button>}>
      <div className="m-plan">
        <p>{t('uploadText')}</p>
        <p className={state.allowUnsigned ? 'm-unsigned' : 'm-quiet'}>
          {t(state.allowUnsigned ? 'unsignedAllowed' : 'signedOnly')}
        </p>
        <DropZone label={t('chooseFile')} hint={t('dropHint')} accept=".zip" onFiles={([first]) => setFile(first ?? null)} />
      </div>
    </Dialog>
  )
}
