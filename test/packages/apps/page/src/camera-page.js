import '@sign-session/liveness-assets';
import './page.js';
