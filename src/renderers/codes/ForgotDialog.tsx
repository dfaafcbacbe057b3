import { useId } from 'react'
import type { Channel } from '../../schemas/codeEvents.ts'
import { useT } from '../context.tsx'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Field } from '../ui/inputs/Field.tsx'
import { Input } from '../ui/inputs/Input.tsx'
import { PasswordField } from '../ui/inputs/PasswordField.tsx'
import { RadioGroup } from '../ui/inputs/RadioGroup.tsx'
import { Dialog } from '../ui/overlays/Dialog.tsx'
import { CodeInput } from './CodeInput.tsx'
import { type Retrieval, useRetrieval } from './useRetrieval.ts'

/** A new password by a code that is sent to the account's address. What was typed stays, whatever the server says. */
export function ForgotDialog({ ways, onClose }: { ways: readonly Channel[]; onClose: () => void }) {
  const t = useT()
  const id = useId()
  const retrieval = useRetrieval(ways, onClose)
  const { type, faults, busy, form } = retrieval
  return (
    <Dialog
      open
      size="small"
      title={t('member.forgot.title')}
      description={t('member.forgot.text')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('ui.controls.cancel')}</Button>
          <Button type="submit" form={id} look="primary" loading={busy}>
            {t('member.forgot.submit')}
          </Button>
        </>
      }
    >
      <form id={id} ref={form} className="k-forgot" noValidate aria-busy={busy} onSubmit={retrieval.submit}>
        {faults.form ? (
          <p className="k-login-fault" role="alert">
            <Icon name="exclamation-circle" />
            {faults.form}
          </p>
        ) : null}
        {ways.length > 1 ? <Ways ways={ways} chosen={type} onChoose={retrieval.choose} /> : null}
        <Entries retrieval={retrieval} />
      </form>
    </Dialog>
  )
}

/** Address, code and new password. */
function Entries({ retrieval }: { retrieval: Retrieval }) {
  const t = useT()
  const { type, values, faults } = retrieval
  return (
    <>
      <Field label={t(`member.forgot.${type}`)} error={faults.account}>
        {(control) => (
          <Input
            {...control}
            required
            name="account"
            size="large"
            type={type === 'email' ? 'email' : 'tel'}
            autoComplete={type === 'email' ? 'email' : 'tel'}
            spellCheck={false}
            maxLength={type === 'email' ? 100 : 11}
            value={values.account}
            onChange={(text) => retrieval.set('account', text)}
          />
        )}
      </Field>
      <Field label={t('member.forgot.code')} error={faults.captcha}>
        {(control) => (
          <CodeInput
            {...control}
            required
            name="captcha"
            size="large"
            value={values.captcha}
            onChange={(text) => retrieval.set('captcha', text)}
            mayAsk={retrieval.mayAsk}
            send={retrieval.send}
          />
        )}
      </Field>
      <PasswordField
        fresh
        label={t('member.forgot.password')}
        value={values.password}
        error={faults.password}
        onChange={(text) => retrieval.set('password', text)}
      />
    </>
  )
}

function Ways({ ways, chosen, onChoose }: { ways: readonly Channel[]; chosen: Channel; onChoose: (way: Channel) => void }) {
  const t = useT()
  return (
    <RadioGroup
      label={t('member.forgot.by')}
      value={chosen}
      options={ways.map((way) => ({ value: way, label: t(`member.forgot.${way}`) }))}
      onChange={(value) => onChoose(value === 'mobile' ? 'mobile' : 'email')}
    />
  )
}
