/** Something that a new owner does first. Its words are `ui.firstSteps.steps.<name>`. */
export interface FirstStepState {
  name: string
  /** The screen where it is done. */
  page: string
  done: boolean
}

/** GET /admin/firstSteps/index: [] once everything is done, or the person has dismissed them. */
export interface FirstStepsAnswer {
  steps: readonly FirstStepState[]
}
