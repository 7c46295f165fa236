import { Component, CUSTOM_ELEMENTS_SCHEMA, provideZonelessChangeDetection, signal } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import 'sign-session';

const server = 'http://127.0.0.1:4020';

@Component({
  selector: 'app-root',
  schemas: [CUSTOM_ELEMENTS_SCHEMA],
  template: `<main [attr.data-status]="status()">
    @if (session(); as open) {
      <sign-session
        [clientSecret]="open.clientSecret"
        [baseUrl]="open.baseUrl"
        (sign-completed)="status.set('signed ' + $event.sessionId)"
      />
    }
  </main>`,
})
class App {
  readonly session = signal<{ clientSecret: string; baseUrl: string } | undefined>(undefined);
  readonly status = signal('open');

  constructor() {
    void this.open();
  }

  private async open(): Promise<void> {
    const response = await fetch(`${server}/signing-session`, { method: 'POST' });
    this.session.set(await response.json());
  }
}

void bootstrapApplication(App, { providers: [provideZonelessChangeDetection()] });
