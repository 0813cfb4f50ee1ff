"""Where Django OAuth Toolkit's pages are, as its documentation has it; and the page that asks for the password."""

from django.contrib.auth.views import LoginView
from django.urls import include, path

urlpatterns = [path("o/", include("oauth2_provider.urls")), path("login", LoginView.as_view())]
