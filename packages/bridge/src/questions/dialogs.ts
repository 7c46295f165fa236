/**
 * How the bridge asks the signer: on the terminal or in windows of the desktop. Texts may have several lines. Each rejects
 * with the signal's reason when it aborts, and what it shows goes away.
 */
export interface Dialogs {
  /** @returns whether the signer said yes */
  confirm(text: string, answers: Answers, signal: AbortSignal): Promise<boolean>;
  /** @returns the chosen option's index; undefined when the signer refused */
  choose(
    text: string,
    options: readonly string[],
    answers: Answers,
    signal: AbortSignal,
  ): Promise<number | undefined>;
  /** Not shown while it is typed. @returns undefined when the signer refused */
  secret(text: string, answers: Answers, signal: AbortSignal): Promise<string | undefined>;
}

/** The words of its buttons, in the question's language. */
export interface Answers {
  readonly yes: string;
  readonly no: string;
}
