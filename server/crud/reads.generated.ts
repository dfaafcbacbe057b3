// Written by `npm run docs` from the computed fields of src/schemas/pages. Change their "reads", then run it again.

/** What the functions of computed fields get of each row, by page and function: model values of the fields that they declare. */
export interface Reads {
  'auth/admin': {
    groupNames: AuthAdminGroupNames
    isSuper: AuthAdminIsSuper
  }
  'auth/adminLog': {
    titleEn: AuthAdminLogTitleEn
  }
  'auth/group': {
    memberCount: AuthGroupMemberCount
  }
  'dataio/bulk': {
    leftRows: DataioBulkLeftRows
  }
  'dataio/import': {
    faultRows: DataioImportFaultRows
  }
  'routine/attachment': {
    preview: RoutineAttachmentPreview
    used: RoutineAttachmentUsed
    places: RoutineAttachmentPlaces
  }
  'routine/ownLog': {
    titleEn: RoutineOwnLogTitleEn
  }
  'routine/session': {
    here: RoutineSessionHere
    device: RoutineSessionDevice
    used: RoutineSessionUsed
  }
  'security/sensitiveDataLog': {
    fieldLabel: SecuritySensitiveDataLogFieldLabel
  }
  'sms/config': {
    sentToday: SmsConfigSentToday
    failedToday: SmsConfigFailedToday
  }
  'sms/variable': {
    stands: SmsVariableStands
    used: SmsVariableUsed
  }
  'user/group': {
    memberCount: UserGroupMemberCount
  }
}

interface AuthAdminGroupNames {
  readonly id: number
}

interface AuthAdminIsSuper {
  readonly id: number
}

interface AuthAdminLogTitleEn {
  readonly title: string
}

interface AuthGroupMemberCount {
  readonly id: number
}

interface DataioBulkLeftRows {
  readonly id: number
}

interface DataioImportFaultRows {
  readonly faults: unknown
}

interface RoutineAttachmentPreview {
  readonly mimetype: string
  readonly url: string
  readonly suffix: string
}

interface RoutineAttachmentUsed {
  readonly url: string
}

interface RoutineAttachmentPlaces {
  readonly url: string
}

interface RoutineOwnLogTitleEn {
  readonly title: string
}

interface RoutineSessionHere {
  readonly id: string
}

interface RoutineSessionDevice {
  readonly user_agent: string
}

interface RoutineSessionUsed {
  readonly refreshed_time: number | null
  readonly create_time: number | null
}

interface SecuritySensitiveDataLogFieldLabel {
  readonly data_table: string
  readonly data_field: string
}

interface SmsConfigSentToday {
  readonly id: number
}

interface SmsConfigFailedToday {
  readonly id: number
}

interface SmsVariableStands {
  readonly source: 'code' | 'field' | 'text' | 'config' | 'caller'
  readonly place: string | null
  readonly value: string
}

interface SmsVariableUsed {
  readonly id: number
}

interface UserGroupMemberCount {
  readonly id: number
}
