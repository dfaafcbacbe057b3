import { defineField, type FieldProps, type FormContext } from '../define.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import { useLoadedWords, type WordsOf } from '../loadedWords.ts'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useUploads } from './upload/useUploads.ts'

// The editor is heavy, and so is what cleans HTML to be read: neither is there before a form shows one.
const RichEditor = lazyComponent(() => import('../ui/rich/RichEditor.tsx').then((module) => module.RichEditor))
const RichView = lazyComponent(() => import('../ui/rich/RichView.tsx').then((module) => module.RichView))

const words: WordsOf = {
  'zh-cn': () => import('virtual:kontor/words/zh-cn/ui.rich'),
  en: () => import('virtual:kontor/words/en/ui.rich'),
}

/** Text with form. Where the editor is switched off, the text can be read and the field says why it cannot be changed. */
function RichtextControl(props: FieldProps) {
  const { form, id, labelledBy, describedBy } = props
  const upload = usePictures(form)
  const isReady = useLoadedWords(words)
  const html = typeof props.value === 'string' ? props.value : ''
  const wait = <Skeleton height={200} />
  if (!form.editor || props.readOnly) {
    return (
      <div className="s-rich-off">
        {!form.editor && !props.readOnly && (
          <p id={`${id}-off`} className="k-help" role="note">
            {form.t('ui.form.noEditor')}
          </p>
        )}
        {html === '' ? (
          <span className="s-none">–</span>
        ) : (
          <RichView id={id} labelledBy={labelledBy} describedBy={describedBy} html={html} wait={wait} />
        )}
      </div>
    )
  }
  if (!isReady) return wait
  return (
    <RichEditor
      id={id}
      labelledBy={labelledBy}
      describedBy={describedBy}
      value={html}
      onChange={props.onChange}
      onBlur={props.onBlur}
      placeholder={props.placeholder}
      required={props.required}
      disabled={props.disabled}
      invalid={props.invalid}
      {...(upload ? { upload } : {})}
      wait={wait}
    />
  )
}

/** Uploads a picture or video of the text and returns its stored address; absent where uploads are unavailable. The form waits for it. */
function usePictures(form: FormContext): ((file: File) => Promise<string>) | undefined {
  const uploads = useUploads()
  if (!uploads) return undefined
  return async (file) => {
    const task = uploads.start(file, { accept: file.type.startsWith('video/') ? 'video/mp4,video/webm' : 'image/*' })
    form.model.waitFor(task.done)
    const stored = await task.done
    if (!stored) throw new Error(task.state.message)
    return stored.url
  }
}

export const richtext = defineField({ Control: RichtextControl, group: true, wide: true })
