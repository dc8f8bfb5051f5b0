/** The tabs beside the table: which is open, what is new in them, the rule and the odds that they show. */

import { say } from "../lib/say";
import type { Session } from "../lib/session.svelte";
import type { Outlook } from "../lib/wire";

export type TabName = "question" | "account" | "odds" | "rules" | "chat";

interface Tab {
  readonly id: TabName;
  readonly label: string;
  readonly news?: number;
  readonly told?: string;
}

export class TableTabs {
  chosen = $state<TabName>("account");
  /** On a phone the question is a tab too, and the first. */
  onPhone = $state<TabName>("question");
  rule = $state("");
  outlooks = $state.raw<readonly Outlook[] | null>(null);
  working = $state(false);
  #read = $state(0);
  #askedFor = -1;
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
    // Odds are those of one question; the sheet of a phone turns to a new one.
    $effect(() => {
      const n = session.question?.n ?? -1;
      if (n === this.#askedFor) return;
      this.outlooks = null;
      this.working = false;
      if (n >= 0) this.onPhone = "question";
    });
    $effect(() => {
      if (this.#chatOpen) this.#read = session.chats.length;
    });
  }

  get #chatOpen(): boolean {
    return this.chosen === "chat" || this.onPhone === "chat";
  }

  get list(): readonly Tab[] {
    const count = Math.max(0, this.#session.chats.length - this.#read);
    const news = count > 0 ? { news: count, told: say("tabs.chat.new", { count }) } : {};
    return [
      { id: "account", label: say("tabs.account") },
      { id: "odds", label: say("tabs.odds") },
      { id: "rules", label: say("tabs.rules") },
      { id: "chat", label: say("tabs.chat"), ...news },
    ];
  }

  get listWithQuestion(): readonly Tab[] {
    return [{ id: "question", label: say("tabs.question") }, ...this.list];
  }

  choose(tab: TabName): void {
    this.onPhone = tab;
    if (tab !== "question") this.chosen = tab;
    if (tab === "odds") void this.askOdds();
  }

  openRule(id: string): void {
    this.rule = id;
    this.choose("rules");
  }

  async askOdds(): Promise<void> {
    const n = this.#session.question?.n ?? -1;
    if (n < 0 || n === this.#askedFor) return;
    this.#askedFor = n;
    this.working = true;
    const found = await this.#session.odds();
    if (this.#askedFor !== n) return;
    if (found === null) this.#askedFor = -1; // it may be asked again
    this.outlooks = found;
    this.working = false;
  }
}
