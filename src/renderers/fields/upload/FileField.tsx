import { useState } from 'react'
import type { FieldProps } from '../../define.ts'
import { lazyComponent } from '../../lazyComponent.tsx'
import { Button } from '../../ui/Button.tsx'
import { DropZone } from '../../ui/inputs/DropZone.tsx'
import { AddressLine } from './AddressLine.tsx'
import { FileTile } from './FileTile.tsx'
import { useUploads } from './useUploads.ts'
import './files.css'
import { UploadTile } from './UploadTile.tsx'
import { type FieldFiles, useFiles } from './useFiles.ts'

const SortableTiles = lazyComponent(() => import('./SortableTiles.tsx').then((module) => module.SortableTiles))
const FilePicker = lazyComponent(() => import('./FilePicker.tsx').then((module) => module.FilePicker))
const CropDialog = lazyComponent(() => import('./CropDialog.tsx').then((module) => module.CropDialog))

/** Pictures or files of a record: upload, choose, look at, put in order, take out. `picture`: shown as pictures. */
export function FileField(props: FieldProps & { picture: boolean }) {
  const { form, picture } = props
  const files = useFiles(props)
  const off = props.disabled || props.readOnly
  const tile = (url: string) => (
    <FileTile
      key={url}
      url={url}
      address={form.asset(url)}
      picture={picture}
      onRemove={off ? undefined : () => files.remove(url)}
    />
  )
  const sorts = !off && files.urls.length > 1
  const tiles = files.urls.map(tile)
  return (
    <fieldset
      id={props.id}
      aria-labelledby={props.labelledBy}
      aria-describedby={props.describedBy}
      className={picture ? 's-files s-files-pictures' : 's-files'}
    >
      {sorts ? (
        <SortableTiles
          wait={<ul className="s-tiles">{tiles}</ul>}
          urls={files.urls}
          picture={picture}
          asset={form.asset}
          onRemove={files.remove}
          onMove={files.move}
        />
      ) : (
        files.urls.length > 0 && <ul className="s-tiles">{tiles}</ul>
      )}
      {props.readOnly && files.urls.length === 0 && <span className="s-none">{form.t('ui.upload.none')}</span>}
      {files.tasks.length > 0 && (
        <ul className="s-uploads" aria-live="polite">
          {files.tasks.map((task) => (
            <UploadTile key={task.id} task={task} onAgain={() => files.again(task)} onDismiss={() => files.dismiss(task)} />
          ))}
        </ul>
      )}
      {!props.readOnly && <Adding {...props} files={files} />}
    </fieldset>
  )
}

type AddingProps = FieldProps & { picture: boolean; files: FieldFiles }

/** The ways to add a file. Where nothing runs that could upload (a form drawn by itself), an address can still be typed. */
function Adding({ files, ...props }: AddingProps) {
  const { form, field } = props
  const uploads = useUploads()
  const [open, setOpen] = useState<'picker' | 'address' | ''>('')
  const [toCrop, setToCrop] = useState<readonly File[]>([])
  const close = () => setOpen('')
  const off = props.disabled || files.room === 0
  return (
    <>
      <DropZone
        label={form.t('ui.upload.upload')}
        hint={form.t('ui.upload.drop')}
        accept={files.accept}
        multiple={files.many}
        disabled={off || uploads === null}
        describedBy={props.describedBy}
        onFiles={field.crop ? setToCrop : files.upload}
      >
        {uploads && !uploads.existing ? null : (
          <OtherWays
            {...props}
            files={files}
            off={off}
            canChoose={uploads !== null}
            isTyping={open === 'address'}
            onWay={(way) => setOpen(way === open ? '' : way)}
          />
        )}
      </DropZone>
      {files.overflow && (
        <p className="k-error" role="alert">
          {form.t('ui.upload.full', { max: field.max ?? files.urls.length })}
        </p>
      )}
      {open === 'address' && <AddressLine form={form} label={props.label} onUse={(url) => files.add([url])} onClose={close} />}
      {open === 'picker' && uploads?.existing && (
        <FilePicker existing={uploads.existing} files={files} asset={form.asset} onClose={close} />
      )}
      {toCrop.length > 0 && field.crop && (
        <CropDialog
          files={toCrop}
          crop={field.crop}
          onDone={(made: File[]) => {
            setToCrop([])
            files.upload(made)
          }}
          onClose={() => setToCrop([])}
        />
      )}
    </>
  )
}

interface OtherWaysProps extends AddingProps {
  off: boolean
  canChoose: boolean
  isTyping: boolean
  onWay(way: 'picker' | 'address'): void
}

/** Buttons for what is there already and for an address, and how many there are of how many. */
function OtherWays({ form, field, files, off, canChoose, isTyping, onWay }: OtherWaysProps) {
  return (
    <span className="s-files-more">
      <Button size="small" look="quiet" icon="images" disabled={off || !canChoose} onClick={() => onWay('picker')}>
        {form.t('ui.upload.choose')}
      </Button>
      <Button size="small" look="quiet" icon="link" disabled={off} aria-expanded={isTyping} onClick={() => onWay('address')}>
        {form.t('ui.upload.byAddress')}
      </Button>
      {files.many && field.max !== undefined && (
        <span className="s-files-count">{form.t('ui.upload.limit', { count: files.urls.length, max: field.max })}</span>
      )}
    </span>
  )
}
