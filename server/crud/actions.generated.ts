// Written by `npm run docs` from the actions of src/schemas/pages. Change those, then run it again.
import type {
  AdminRow,
  AdminSessionRow,
  AttachmentRow,
  CrudLogRow,
  DataioBulkRow,
  DataioExportRow,
  DataioImportRow,
  SecurityDataRecycleLogRow,
  SecuritySensitiveDataLogRow,
  SmsConfigRow,
  SmsTemplateRow,
  UserRow,
} from '../core/rows.generated.ts'

/** What the server's part of an action gets, by page and the last part of its address. */
export interface Actions {
  'account/profile.bindEmail': {
    row: Readonly<Record<string, unknown>>
    asked: Readonly<Record<string, unknown>>
    values: AccountProfileBindEmail
    refuse: never
  }
  'account/profile.changeEmail': {
    row: Readonly<Record<string, unknown>>
    asked: Readonly<Record<string, unknown>>
    values: AccountProfileChangeEmail
    refuse: never
  }
  'account/profile.bindMobile': {
    row: Readonly<Record<string, unknown>>
    asked: Readonly<Record<string, unknown>>
    values: AccountProfileBindMobile
    refuse: never
  }
  'account/profile.changeMobile': {
    row: Readonly<Record<string, unknown>>
    asked: Readonly<Record<string, unknown>>
    values: AccountProfileChangeMobile
    refuse: never
  }
  'auth/admin.unlock': {
    row: AdminRow
    asked: Omit<AdminRow, 'password'>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'auth/admin.kick': {
    row: AdminRow
    asked: Omit<AdminRow, 'password'>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'auth/admin.resetSecondFactor': {
    row: AdminRow
    asked: Omit<AdminRow, 'password'>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'crud/log.design': {
    row: CrudLogRow
    asked: CrudLogRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'crud/log.deleteCode': {
    row: CrudLogRow
    asked: CrudLogRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'crud/log.putBack': {
    row: CrudLogRow
    asked: CrudLogRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'dataio/bulk.result': {
    row: DataioBulkRow
    asked: Omit<DataioBulkRow, 'ticket'>
    values: Readonly<Record<string, never>>
    refuse: 'notOwner'
  }
  'dataio/bulk.cancel': {
    row: DataioBulkRow
    asked: Omit<DataioBulkRow, 'ticket'>
    values: Readonly<Record<string, never>>
    refuse: 'notOwner'
  }
  'dataio/bulk.undo': {
    row: DataioBulkRow
    asked: Omit<DataioBulkRow, 'ticket'>
    values: Readonly<Record<string, never>>
    refuse: 'notOwner'
  }
  'dataio/export.download': {
    row: DataioExportRow
    asked: Omit<DataioExportRow, 'file' | 'ticket'>
    values: Readonly<Record<string, never>>
    refuse: 'notOwner'
  }
  'dataio/export.cancel': {
    row: DataioExportRow
    asked: Omit<DataioExportRow, 'file' | 'ticket'>
    values: Readonly<Record<string, never>>
    refuse: 'notOwner'
  }
  'dataio/export.rerun': {
    row: DataioExportRow
    asked: Omit<DataioExportRow, 'file' | 'ticket'>
    values: Readonly<Record<string, never>>
    refuse: 'notOwner'
  }
  'dataio/import.check': {
    row: DataioImportRow
    asked: Omit<DataioImportRow, 'file' | 'error_file' | 'ticket'>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'dataio/import.run': {
    row: DataioImportRow
    asked: Omit<DataioImportRow, 'file' | 'error_file' | 'ticket'>
    values: Readonly<Record<string, never>>
    refuse: 'notOwner'
  }
  'dataio/import.report': {
    row: DataioImportRow
    asked: Omit<DataioImportRow, 'file' | 'error_file' | 'ticket'>
    values: Readonly<Record<string, never>>
    refuse: 'notOwner'
  }
  'dataio/import.retry': {
    row: DataioImportRow
    asked: Omit<DataioImportRow, 'file' | 'error_file' | 'ticket'>
    values: Readonly<Record<string, never>>
    refuse: 'notOwner'
  }
  'dataio/import.cancel': {
    row: DataioImportRow
    asked: Omit<DataioImportRow, 'file' | 'error_file' | 'ticket'>
    values: Readonly<Record<string, never>>
    refuse: 'notOwner'
  }
  'routine/adminInfo.changePassword': {
    row: Readonly<Record<string, unknown>>
    asked: Readonly<Record<string, unknown>>
    values: RoutineAdminInfoChangePassword
    refuse: never
  }
  'routine/attachment.move': {
    row: AttachmentRow
    asked: Partial<AttachmentRow>
    values: RoutineAttachmentMove
    refuse: never
  }
  'routine/attachment.force': {
    row: AttachmentRow
    asked: AttachmentRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'routine/config.add': {
    row: Readonly<Record<string, unknown>>
    asked: Readonly<Record<string, unknown>>
    values: RoutineConfigAdd
    refuse: never
  }
  'routine/config.testMail': {
    row: Readonly<Record<string, unknown>>
    asked: Readonly<Record<string, unknown>>
    values: RoutineConfigTestMail
    refuse: never
  }
  'routine/session.end': {
    row: AdminSessionRow
    asked: Partial<Omit<AdminSessionRow, 'access_hash' | 'previous_access_hash' | 'refresh_hash' | 'previous_hash' | 'salt'>>
    values: Readonly<Record<string, never>>
    refuse: 'current'
  }
  'routine/session.endOthers': {
    row: Readonly<Record<string, unknown>>
    asked: Readonly<Record<string, unknown>>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'security/dataRecycleLog.restore': {
    row: SecurityDataRecycleLogRow
    asked: Partial<SecurityDataRecycleLogRow>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'security/sensitiveDataLog.rollback': {
    row: SecuritySensitiveDataLogRow
    asked: Partial<Omit<SecuritySensitiveDataLogRow, 'old_value' | 'new_value'>>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'sms/config.test': {
    row: SmsConfigRow
    asked: Omit<SmsConfigRow, 'secret'>
    values: SmsConfigTest
    refuse: never
  }
  'sms/template.preview': {
    row: SmsTemplateRow
    asked: SmsTemplateRow
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'sms/template.test': {
    row: SmsTemplateRow
    asked: SmsTemplateRow
    values: SmsTemplateTest
    refuse: never
  }
  'user/user.unlock': {
    row: UserRow
    asked: Omit<UserRow, 'password' | 'delete_time'>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'user/user.kick': {
    row: UserRow
    asked: Omit<UserRow, 'password' | 'delete_time'>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'user/user.enable': {
    row: UserRow
    asked: Partial<Omit<UserRow, 'password' | 'delete_time'>>
    values: Readonly<Record<string, never>>
    refuse: never
  }
  'user/user.disable': {
    row: UserRow
    asked: Partial<Omit<UserRow, 'password' | 'delete_time'>>
    values: UserUserDisable
    refuse: never
  }
}

interface AccountProfileBindEmail {
  readonly password: string
  readonly email: string
  readonly captcha: string
}

interface AccountProfileChangeEmail {
  readonly password: string
  readonly own_captcha: string
  readonly email: string
  readonly captcha: string
}

interface AccountProfileBindMobile {
  readonly password: string
  readonly mobile: string
  readonly captcha: string
}

interface AccountProfileChangeMobile {
  readonly password: string
  readonly own_captcha: string
  readonly mobile: string
  readonly captcha: string
}

interface RoutineAdminInfoChangePassword {
  readonly old_password: string
  readonly password: string
  readonly password_confirm: string
}

interface RoutineAttachmentMove {
  readonly topic: string
}

interface RoutineConfigAdd {
  readonly group: string
  readonly name: string
  readonly title: string
  readonly type: 'string' | 'textarea' | 'richtext' | 'account' | 'password' | 'mobile' | 'idnumber' | 'email' | 'url' | 'varname' | 'number' | 'integer' | 'float' | 'money' | 'date' | 'time' | 'datetime' | 'duration' | 'year' | 'switch' | 'radio' | 'checkbox' | 'select' | 'multiselect' | 'tags' | 'city' | 'regions' | 'image' | 'images' | 'file' | 'files' | 'icon' | 'color' | 'array'
  readonly content: string
  readonly tip: string
  readonly rule: readonly ('required' | 'mobile' | 'idNumber' | 'account' | 'varName' | 'number' | 'integer' | 'float' | 'date' | 'url' | 'email')[]
  readonly extend: string
  readonly inputExtend: string
  readonly weigh: number | null
}

interface RoutineConfigTestMail {
  readonly test_mail: string
}

interface SmsConfigTest {
  readonly mobile: string
  readonly template_id: number
}

interface SmsTemplateTest {
  readonly mobile: string
}

interface UserUserDisable {
  readonly reason: string
}
