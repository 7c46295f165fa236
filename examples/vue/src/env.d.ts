/// <reference types="sign-session/types/vue" />
